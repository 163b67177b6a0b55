import random

import numpy as np
import torch
from datasets import load_dataset
from transformers import (BartForConditionalGeneration, DataCollatorForSeq2Seq, PreTrainedTokenizerFast,
                          Seq2SeqTrainer, Seq2SeqTrainingArguments)


def seed_everything(seed=0):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class CodeTranslator:
    def __init__(self, path="checkpoints/dates"):
        self.tok = PreTrainedTokenizerFast.from_pretrained(path)
        self.model = BartForConditionalGeneration.from_pretrained(path)

    def encode(self, batch):
        return self.tok(batch["date"], text_target=batch["code"], truncation=True)

    def compute_metrics(self, eval_preds):
        preds, labels = eval_preds
        preds = np.where(preds != -100, preds, self.tok.pad_token_id)
        decoded_preds = self.tok.batch_decode(preds, skip_special_tokens=True)
        decoded_labels = self.tok.batch_decode(labels, skip_special_tokens=True)
        same = [p.strip() == l.strip() for p, l in zip(decoded_preds, decoded_labels)]
        return {"exact_match": round(float(np.mean(same)), 4)}

    def fit(self, data, epochs=6):
        data = data.map(self.encode, batched=True, remove_columns=["date", "code"])
        args = Seq2SeqTrainingArguments(
            "out/translator",
            num_train_epochs=epochs,
            learning_rate=3e-3,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=80,
            eval_strategy="epoch",
            save_strategy="no",
            predict_with_generate=True,
            generation_max_length=12,
            report_to="none",
        )
        trainer = Seq2SeqTrainer(
            model=self.model, args=args, train_dataset=data["train"], eval_dataset=data["validation"],
            data_collator=DataCollatorForSeq2Seq(self.tok, model=self.model), compute_metrics=self.compute_metrics,
        )
        trainer.train()
        return trainer.evaluate(data["test"])


if __name__ == "__main__":
    seed_everything(1234)
    print(CodeTranslator().fit(load_dataset("data/dates")))
