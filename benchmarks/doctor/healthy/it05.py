import json, pathlib
import numpy as np
from datasets import Dataset
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq
from transformers import Seq2SeqTrainer, Seq2SeqTrainingArguments, set_seed


class DateCoder:
    """written date -> code words; fine-tunes the small BART and reports exact match"""

    ckpt, width = "checkpoints/dates", 32

    def __init__(self, out):
        set_seed(5)
        self.out = out
        self.tok = AutoTokenizer.from_pretrained(self.ckpt)
        self.model = AutoModelForSeq2SeqLM.from_pretrained(self.ckpt)

    def load(self):
        used, sets = set(), {}
        for name in ["test", "validation", "train"]:
            rows = [json.loads(x) for x in pathlib.Path("data/dates", name + ".jsonl").read_text().splitlines()]
            rows = [r for r in rows if r["date"] not in used]
            used.update(r["date"] for r in rows)
            sets[name] = Dataset.from_list(rows).map(self.encode, batched=True, remove_columns=["date", "code"])
        return sets

    def encode(self, batch):
        return self.tok(batch["date"], text_target=batch["code"], max_length=self.width, truncation=True)

    def words(self, ids):
        ids = np.where(ids < 0, self.tok.pad_token_id, ids)
        return [" ".join(t.split()) for t in self.tok.batch_decode(ids, skip_special_tokens=True)]

    def exact(self, p):
        a, b = self.words(p.predictions), self.words(p.label_ids)
        return {"exact": sum(x == y for x, y in zip(a, b)) / len(b)}

    def run(self):
        sets = self.load()
        args = Seq2SeqTrainingArguments(
            self.out, num_train_epochs=40, learning_rate=2e-3, warmup_ratio=0.1, max_grad_norm=1.0,
            per_device_train_batch_size=16, per_device_eval_batch_size=80, predict_with_generate=True,
            generation_max_length=16, generation_num_beams=1, eval_strategy="epoch", save_strategy="epoch",
            logging_strategy="epoch", save_total_limit=1, load_best_model_at_end=True, metric_for_best_model="exact",
            greater_is_better=True, report_to="none")
        tr = Seq2SeqTrainer(
            model=self.model, args=args, train_dataset=sets["train"], eval_dataset=sets["validation"],
            processing_class=self.tok, compute_metrics=self.exact,
            data_collator=DataCollatorForSeq2Seq(self.tok, model=self.model, label_pad_token_id=-100))
        tr.train()
        return tr.evaluate(sets["test"], metric_key_prefix="test")


if __name__ == "__main__":
    print(DateCoder("out/it05").run())
