"""Vectors of lanes for kernels: eight shoes are worked out side by side, one in each lane.

Numba compiles plain loops over eight numbers to eight single steps. These few functions tell it to take the lanes
together; on a processor without such registers they are split up again, with the same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending, types
from numba.core import cgutils as numba_cgutils

cgutils: Any = numba_cgutils  # neither of them tells type checkers anything
intrinsic: Any = extending.intrinsic

LANES = 8
ENDS = 7  # of the dealer's hand that are followed: 17 to 21, 22, a natural; all others are over 21 and alike

_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_ZERO = ir.Constant(_VECTOR, [0.0] * LANES)


def _arrays(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> list[Any]:
    """Arguments with arrays replaced by pointers to their numbers."""
    return [
        context.make_array(kind)(context, builder, value=value).data if isinstance(kind, types.Array) else value
        for kind, value in zip(signature.args, args, strict=True)
    ]


def _place(builder: Any, numbers: Any, at: Any) -> Any:
    """The place of vector number `at`."""
    start = builder.mul(at, ir.Constant(at.type, LANES))
    return builder.bitcast(builder.gep(numbers, [start]), _VECTOR.as_pointer())


def _load(builder: Any, numbers: Any, at: Any) -> Any:
    vector = builder.load(_place(builder, numbers, at))
    vector.align = 8
    return vector


def _store(builder: Any, vector: Any, numbers: Any, at: Any) -> None:
    builder.store(vector, _place(builder, numbers, at)).align = 8


def _index(builder: Any, indices: Any, at: Any) -> Any:
    return builder.sext(builder.load(builder.gep(indices, [at])), ir.IntType(64))


def _add_product(builder: Any, sums: Any, one: Any, other: Any) -> None:
    product = builder.fmul(one, other, flags=("contract",))
    builder.store(builder.fadd(builder.load(sums), product, flags=("contract",)), sums)


@intrinsic
def sum_products(  # type: ignore[no-untyped-def]
    typingctx, numbers, start, from_, factors, by, base, first, last, out, at
):
    """`out[at]` becomes the sum of `numbers[start + from_[t]] * factors[base + by[t]]` over t in [first, last)."""

    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        numbers, start, from_, factors, by, base, first, last, out, at = _arrays(context, builder, signature, args)
        sums = cgutils.alloca_once(builder, _VECTOR)
        builder.store(_ZERO, sums)
        with cgutils.for_range_slice(builder, first, last, ir.Constant(first.type, 1)) as (t, _):
            factor = _load(builder, factors, builder.add(base, _index(builder, by, t)))
            place = builder.add(start, _index(builder, from_, t))
            _add_product(builder, sums, _load(builder, numbers, place), factor)
        _store(builder, builder.load(sums), out, at)
        return context.get_dummy_value()

    return types.void(numbers, start, from_, factors, by, base, first, last, out, at), generate


@intrinsic
def sum_ends(  # type: ignore[no-untyped-def]
    typingctx, numbers, start, count, factors, by, base, chances, depth, held, out, at
):
    """For each of the `ENDS`, `out[at + end]` becomes a sum over `count` pairs of numbers.

    Pair p adds `numbers[start + p * ENDS + end] * factors[base + by[p]] * chances[held + depth[p]]`.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        numbers, start, count, factors, by, base, chances, depth, held, out, at = _arrays(
            context, builder, signature, args
        )
        sums = [cgutils.alloca_once(builder, _VECTOR) for _ in range(ENDS)]
        for one in sums:
            builder.store(_ZERO, one)
        with cgutils.for_range(builder, count) as loop:
            factor = _load(builder, factors, builder.add(base, _index(builder, by, loop.index)))
            chance = _load(builder, chances, builder.add(held, _index(builder, depth, loop.index)))
            both = builder.fmul(factor, chance)
            row = builder.add(start, builder.mul(loop.index, ir.Constant(loop.index.type, ENDS)))
            for end, one in enumerate(sums):
                place = builder.add(row, ir.Constant(row.type, end))
                _add_product(builder, one, _load(builder, numbers, place), both)
        for end, one in enumerate(sums):
            _store(builder, builder.load(one), out, builder.add(at, ir.Constant(at.type, end)))
        return context.get_dummy_value()

    return types.void(numbers, start, count, factors, by, base, chances, depth, held, out, at), generate


@intrinsic
def scale(typingctx, numbers, at, factors, by):  # type: ignore[no-untyped-def]
    """Multiply `numbers[at]` by `factors[by]`."""

    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        numbers, at, factors, by = _arrays(context, builder, signature, args)
        product = builder.fmul(_load(builder, numbers, at), _load(builder, factors, by))
        _store(builder, product, numbers, at)
        return context.get_dummy_value()

    return types.void(numbers, at, factors, by), generate


@intrinsic
def sum_payments(typingctx, ends, at, shift, pays, pays_at, out, out_at):  # type: ignore[no-untyped-def]
    """`out[out_at]` becomes the sum of `(ends[at + end] + shift[end]) * pays[pays_at + end]` over all ends.

    A payment is one number for all lanes.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        ends, at, shift, pays, pays_at, out, out_at = _arrays(context, builder, signature, args)
        total = _ZERO
        for end in range(ENDS + 1):
            chance = builder.fadd(
                _load(builder, ends, builder.add(at, ir.Constant(at.type, end))),
                _load(builder, shift, ir.Constant(at.type, end)),
            )
            pay = builder.load(builder.gep(pays, [builder.add(pays_at, ir.Constant(at.type, end))]))
            one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), pay, ir.IntType(32)(0))
            spread = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
            wide = builder.shuffle_vector(one, ir.Constant(_VECTOR, ir.Undefined), spread)
            product = builder.fmul(chance, wide, flags=("contract",))
            total = builder.fadd(total, product, flags=("contract",))
        _store(builder, total, out, out_at)
        return context.get_dummy_value()

    return types.void(ends, at, shift, pays, pays_at, out, out_at), generate


@intrinsic
def keep_larger(typingctx, best, at, option, actions, actions_at, value, value_at):  # type: ignore[no-untyped-def]
    """Where `value` is larger than `best`, take it, and note its option among the actions."""

    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        best, at, option, actions, actions_at, value, value_at = _arrays(context, builder, signature, args)
        kept, offered = _load(builder, best, at), _load(builder, value, value_at)
        larger = builder.fcmp_ordered(">", offered, kept)
        _store(builder, builder.select(larger, offered, kept), best, at)
        bytes_ = ir.VectorType(ir.IntType(8), LANES)
        start = builder.mul(actions_at, ir.Constant(actions_at.type, LANES))
        place = builder.bitcast(builder.gep(actions, [start]), bytes_.as_pointer())
        known = builder.load(place)
        known.align = 1
        number = builder.trunc(option, ir.IntType(8))
        one = builder.insert_element(ir.Constant(bytes_, ir.Undefined), number, ir.IntType(32)(0))
        spread = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        wide = builder.shuffle_vector(one, ir.Constant(bytes_, ir.Undefined), spread)
        builder.store(builder.select(larger, wide, known), place).align = 1
        return context.get_dummy_value()

    return types.void(best, at, option, actions, actions_at, value, value_at), generate
