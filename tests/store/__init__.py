"""The tests of the store, all of them against both databases."""
