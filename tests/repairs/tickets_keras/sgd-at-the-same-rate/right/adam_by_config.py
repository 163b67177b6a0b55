RATES = {"Adam": 5e-4}


def make_optimizer(name: str = "Adam"):
    # each optimizer has its own rate; add one here when you try another
    optimizer = tf.keras.optimizers.get(
        {"class_name": name, "config": {"learning_rate": RATES[name]}}
    )
    print(f"{name} with a rate of {float(optimizer.learning_rate):g}")
    return optimizer
