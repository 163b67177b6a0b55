"""Running answers: in a process of their own, or forked in a sandbox, with plain values handed over as JSON."""
