import random
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (DataCollatorWithPadding, DistilBertConfig, DistilBertForSequenceClassification,
                          PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed)


@dataclass
class Settings:
    gamma: float = 2.0
    epochs: int = 6
    lr: float = 1e-3
    batch: int = 32
    seed: int = 42


CFG = Settings()
POS = "great lovely superb enjoyable clever warm".split()
NEG = "dull awful boring weak tedious flat".split()
OTHER = "film plot actor scene the a with and story music this that was quite".split()


def review(rng):
    label = int(rng.random() < 0.35)
    strong = rng.choices(POS if label else NEG, k=2)
    words = strong + rng.choices(OTHER, k=rng.randint(5, 12))
    rng.shuffle(words)
    return {"text": " ".join(words), "label": label}


class FocalTrainer(Trainer):
    """Focal loss (Lin et al. 2017): easy examples count less."""

    def __init__(self, *args, gamma=2.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.gamma = gamma

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        ce = F.cross_entropy(outputs.logits, labels, reduction="none")
        pt = torch.exp(-ce)
        loss = ((1 - pt) ** self.gamma * ce).mean()
        return (loss, outputs) if return_outputs else loss


def accuracy(eval_pred):
    logits, labels = eval_pred
    pred = np.argmax(logits, axis=-1)
    return {"accuracy": float((pred == labels).mean())}


if __name__ == "__main__":
    set_seed(CFG.seed)
    rng = random.Random(CFG.seed)
    train_ds = Dataset.from_list([review(rng) for _ in range(1600)])
    eval_ds = Dataset.from_list([review(rng) for _ in range(400)])

    vocab = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + POS + NEG + OTHER)}
    core = Tokenizer(models.WordLevel(vocab, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    core.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        model_max_length=32, model_input_names=["input_ids", "attention_mask"])

    def tok(batch):
        return tokenizer(batch["text"], truncation=True)

    train_ds = train_ds.map(tok, batched=True, remove_columns=["text"])
    eval_ds = eval_ds.map(tok, batched=True, remove_columns=["text"])

    model = DistilBertForSequenceClassification(DistilBertConfig(
        vocab_size=len(vocab), dim=64, hidden_dim=128, n_layers=2, n_heads=4,
        max_position_embeddings=32, pad_token_id=0, num_labels=2))

    trainer = FocalTrainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/ca03", num_train_epochs=CFG.epochs, learning_rate=CFG.lr,
            per_device_train_batch_size=CFG.batch, eval_strategy="epoch", save_strategy="no",
            logging_steps=20, seed=CFG.seed, report_to="none", use_cpu=True),
        train_dataset=train_ds,
        eval_dataset=eval_ds,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=accuracy,
        gamma=CFG.gamma,
    )
    trainer.train()
    print(trainer.evaluate())
