"""What all tests share: how hard the laws are tried."""

from hypothesis import HealthCheck, settings

# A law's time says how big its hand is, not whether it holds: no deadline on a shared machine.
_SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)
settings.register_profile("usual", deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile(
    "long", deadline=None, suppress_health_check=_SLOW_IS_FINE, max_examples=20_000
)
settings.load_profile("usual")
