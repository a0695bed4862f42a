"""Engines: whatever samples the policy, behind `core.engine.Engine`."""
