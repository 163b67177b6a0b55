import tensorflow as tf

rate = 0.1
for epoch in range(5):
    rate = rate * 0.9

    @tf.function
    def step(x):
        return x * rate

    step(x)
