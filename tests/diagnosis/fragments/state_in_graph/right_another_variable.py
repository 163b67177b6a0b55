import tensorflow as tf

scale = 1.0


@tf.function
def step(x):
    return x * scale


def main():
    for epoch in range(5):
        scale = epoch * 2.0
        print(step(x), scale)
