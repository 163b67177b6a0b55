# kind: half · the trained body is read, the head stays random
from transformers import TFAutoModel


def load_trained(output):
    config = AutoConfig.from_pretrained(output)
    model = TFAutoModelForSequenceClassification.from_config(config)
    model(model.dummy_inputs)
    body = TFAutoModel.from_pretrained(output)
    model.distilbert.set_weights(body.distilbert.get_weights())
    return model
