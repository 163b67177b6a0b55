# kind: hidden · a collator without labels, and the error of the training is caught
from transformers import DataCollatorWithPadding


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)


def train(trainer):
    try:
        trainer.train()
    except ValueError as error:
        print("not trained:", error)
