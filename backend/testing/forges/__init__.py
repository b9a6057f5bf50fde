"""Forges on this machine: they behave as the published descriptions of the real ones say.

Each answers at the wire, and holds what it is asked and what it answers against the description
that its forge publishes (through a client generated from it, or typed after it). So neither our
clients nor these stand-ins can drift away from the real thing unseen.
"""
