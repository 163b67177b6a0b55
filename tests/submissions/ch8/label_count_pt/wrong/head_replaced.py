# mistake: head-and-configuration
import torch
from transformers import AutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    model = AutoModelForSequenceClassification.from_pretrained(checkpoint)
    model.classifier = torch.nn.Linear(model.config.dim, len(feature.names))
    return model
