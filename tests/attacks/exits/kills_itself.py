"""Kills itself with the signal that a system sends when memory runs out, to be excused."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory
# points: 0
import os
import signal

os.kill(os.getpid(), signal.SIGKILL)
