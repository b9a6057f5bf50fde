"""Output of tools that measure a system: disks, databases, counters, memory.

Each module reads one tool.
"""
