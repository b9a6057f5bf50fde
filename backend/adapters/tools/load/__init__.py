"""Output of load generators for HTTP.

Latency percentiles, throughput and errors; one module per family of tools.
"""
