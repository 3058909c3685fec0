"""The rules of Tongits as pure functions over values: no clock, no chance, no people."""
