"""Metrics: what Prometheus reads is what was counted."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from cutcard.service.metrics import COMMAND_RESULTS, Metrics


def read(metrics: Metrics) -> dict[tuple[str, str], float]:
    """All samples by name and label, as Prometheus would read them."""
    text, _ = metrics.text()
    found = text_string_to_metric_families(text.decode())
    return {(one.name, "".join(one.labels.values())): one.value for family in found for one in family.samples}


def test_everything_is_there_from_the_start() -> None:
    seen = read(Metrics())
    for result in ("done", "refused", "repeated", "conflict", "error"):
        assert seen["cutcard_commands_total", result] == 0
        assert result in COMMAND_RESULTS
    for name in ("tables_open", "clients", "position", "command_seconds_count", "append_seconds_count"):
        assert seen[f"cutcard_{name}", ""] == 0
    assert seen["cutcard_event_seconds_count", ""] == 0
    assert seen["process_resident_memory_bytes", ""] > 0


def test_what_is_counted_is_read() -> None:
    metrics = Metrics()
    metrics.commands.labels("done").inc()
    metrics.commands.labels("done").inc()
    metrics.commands.labels("conflict").inc()
    metrics.logins.labels("refused").inc()
    metrics.refused.labels(413).inc()
    metrics.clients.inc()
    metrics.clients.inc()
    metrics.clients.dec()
    metrics.tables_open.set(100)
    metrics.position.set(123_456)
    metrics.event_seconds.observe(0.03)
    seen = read(metrics)
    assert seen["cutcard_commands_total", "done"] == 2
    assert seen["cutcard_commands_total", "conflict"] == 1
    assert seen["cutcard_commands_total", "error"] == 0
    assert seen["cutcard_logins_total", "refused"] == 1
    assert seen["cutcard_requests_refused_total", "413"] == 1
    assert seen["cutcard_clients", ""] == 1
    assert seen["cutcard_tables_open", ""] == 100
    assert seen["cutcard_position", ""] == 123_456
    assert seen["cutcard_event_seconds_bucket", "0.02"] == 0
    assert seen["cutcard_event_seconds_bucket", "0.05"] == 1
    assert seen["cutcard_event_seconds_sum", ""] == 0.03


def test_two_services_in_one_process_do_not_mix() -> None:
    one, other = Metrics(), Metrics()
    one.commands.labels("done").inc()
    assert read(other)["cutcard_commands_total", "done"] == 0


def test_the_content_type_is_prometheuss() -> None:
    assert Metrics().text()[1].startswith("text/plain; version=")
