"""Counts its capabilities, in every set, and what could still be given to a program that it starts."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
CAPGET = 125 if os.uname().machine == "x86_64" else 90
GET_NO_NEW_PRIVILEGES, AMBIENT, IS_SET = 39, 47, 1
header = (ctypes.c_uint32 * 2)(0x20080522, 0)
data = (ctypes.c_uint32 * 6)()
if libc.syscall(CAPGET, ctypes.byref(header), ctypes.byref(data)) == 0 and any(data):
    print("LEAK" + "ED:", "capabilities", [hex(each) for each in data])
if libc.prctl(GET_NO_NEW_PRIVILEGES, 0, 0, 0, 0) != 1:
    print("LEAK" + "ED:", "programs may give it more")
if any(libc.prctl(AMBIENT, IS_SET, number, 0, 0) == 1 for number in range(41)):
    print("LEAK" + "ED:", "ambient capabilities")


def decode_row(row, tokenizer):
    return ""


def label_shares(labels, num_labels):
    return []


def baselines(labels, num_labels):
    return {}
