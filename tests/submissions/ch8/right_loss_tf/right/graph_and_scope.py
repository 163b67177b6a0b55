import tensorflow as tf


class Compiler:
    def __init__(self, **settings):
        self.settings = settings

    def __call__(self, model, optimizer):
        assert isinstance(optimizer, tf.keras.optimizers.legacy.Optimizer)
        model.compile(optimizer=optimizer, **self.settings)


compile_model = Compiler(run_eagerly=False, steps_per_execution=1)
