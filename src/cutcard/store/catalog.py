"""The catalog of a PostgreSQL schema as lines of text, to compare one schema with another on the same server."""

from __future__ import annotations

from sqlalchemy import Connection, text

_OURS = "NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = {}.oid AND deptype = 'e')"  # and no extension's
_HERE = "(SELECT oid FROM pg_namespace WHERE nspname = :schema)"

# Each gives what an object is, its name, and how it is defined. Everything that could let a wrong row in, or hide one.
_QUERIES = (
    f"SELECT 'relation', relname, concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, relpersistence) "
    f"FROM pg_class c WHERE relnamespace = {_HERE} AND relkind <> 'i' AND {_OURS.format('c')}",
    f"SELECT 'column', c.relname || '.' || a.attname, concat_ws(' ', a.attnum, format_type(a.atttypid, a.atttypmod), "
    f"a.attnotnull, a.attgenerated, a.attidentity, (SELECT collname FROM pg_collation WHERE oid = a.attcollation), "
    f"pg_get_expr(d.adbin, d.adrelid)) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid "
    f"LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum "
    f"WHERE c.relnamespace = {_HERE} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm') "
    f"AND {_OURS.format('c')}",
    f"SELECT 'constraint', conname, concat_ws(' ', conrelid::regclass, convalidated, pg_get_constraintdef(oid)) "
    f"FROM pg_constraint WHERE connamespace = {_HERE}",
    f"SELECT 'index', c.relname, concat_ws(' ', i.indisvalid, i.indisready, pg_get_indexdef(i.indexrelid)) "
    f"FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = {_HERE}",
    f"SELECT 'trigger', t.tgname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid)) FROM pg_trigger t "
    f"JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = {_HERE} AND NOT t.tgisinternal",
    f"SELECT 'check of a reference', c.relname, concat_ws(' ', t.tgenabled, t.tgtype, count(*)) FROM pg_trigger t "
    f"JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = {_HERE} AND t.tgisinternal "
    f"GROUP BY c.relname, t.tgenabled, t.tgtype",
    f"SELECT 'function', proname, concat_ws(' ', prosrc, (SELECT lanname FROM pg_language WHERE oid = prolang), "
    f"provolatile, prosecdef, proconfig) FROM pg_proc p WHERE pronamespace = {_HERE} AND {_OURS.format('p')}",
    f"SELECT 'rule', r.rulename, concat_ws(' ', r.ev_enabled, pg_get_ruledef(r.oid)) FROM pg_rewrite r "
    f"JOIN pg_class c ON c.oid = r.ev_class WHERE c.relnamespace = {_HERE} AND {_OURS.format('c')}",
    f"SELECT 'policy', p.polname, c.relname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid "
    f"WHERE c.relnamespace = {_HERE}",
    f"SELECT 'inheritance', c.relname, i.inhparent::regclass::text FROM pg_inherits i "
    f"JOIN pg_class c ON c.oid = i.inhrelid WHERE c.relnamespace = {_HERE}",
)


def objects(connection: Connection, schema: str) -> set[tuple[str, str, str]]:
    """Everything in a schema: what it is, its name, and its definition without the name of the schema."""
    found: set[tuple[str, str, str]] = set()
    for query in _QUERIES:
        for kind, name, defined in connection.execute(text(query), {"schema": schema}):
            found.add((kind, str(name), str(defined).replace(f"{schema}.", "")))
    return found
