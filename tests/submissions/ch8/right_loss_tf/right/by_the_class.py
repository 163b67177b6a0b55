from functools import partial

from transformers import TFPreTrainedModel


def compile_model(model, optimizer):
    compile_it = partial(TFPreTrainedModel.compile, jit_compile=False)
    compile_it(model, optimizer)
