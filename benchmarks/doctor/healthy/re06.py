import json
import numpy as np
from datasets import Dataset
from transformers import (
    BartForConditionalGeneration,
    DataCollatorForSeq2Seq,
    PreTrainedTokenizerFast,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    set_seed,
)


class DateTranslator:
    """Wraps the model, its tokenizer and the trainer."""

    def __init__(self, path="checkpoints/dates", out="out/re06"):
        self.tok = PreTrainedTokenizerFast.from_pretrained(path)
        self.model = BartForConditionalGeneration.from_pretrained(path)
        self.out = out

    def _encode(self, row):
        item = self.tok(row["date"])
        item["labels"] = self.tok(row["code"]).input_ids
        return item

    def dataset(self, split):
        with open(f"data/dates/{split}.jsonl") as fh:
            rows = [json.loads(x) for x in fh]
        ds = Dataset.from_list(rows)
        return ds.map(self._encode, remove_columns=ds.column_names)

    def fit(self, epochs=12):
        args = Seq2SeqTrainingArguments(
            output_dir=self.out,
            num_train_epochs=epochs,
            learning_rate=2e-3,
            lr_scheduler_type="cosine",
            per_device_train_batch_size=16,
            per_device_eval_batch_size=32,
            predict_with_generate=True,
            generation_max_length=8,
            save_strategy="no",
            logging_steps=60,
            report_to="none",
            disable_tqdm=True,
        )
        self.trainer = Seq2SeqTrainer(
            model=self.model,
            args=args,
            train_dataset=self.dataset("train"),
            data_collator=DataCollatorForSeq2Seq(self.tok, model=self.model),
            processing_class=self.tok,
        )
        self.trainer.train()

    def report(self, split="test"):
        result = self.trainer.predict(self.dataset(split))
        pred_ids = np.where(result.predictions == -100, self.tok.pad_token_id, result.predictions)
        label_ids = np.where(result.label_ids == -100, self.tok.pad_token_id, result.label_ids)
        preds = self.tok.batch_decode(pred_ids, skip_special_tokens=True)
        refs = self.tok.batch_decode(label_ids, skip_special_tokens=True)
        for p, r in list(zip(preds, refs))[:5]:
            print(f"{p:30s} {r}")
        print("test loss", result.metrics["test_loss"])
        print("exact match", np.mean([p == r for p, r in zip(preds, refs)]))


if __name__ == "__main__":
    set_seed(3)
    t = DateTranslator()
    t.fit()
    t.report()
