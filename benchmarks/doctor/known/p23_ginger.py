import numpy as np
import torch
from datasets import load_dataset
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, Seq2SeqTrainer, Seq2SeqTrainingArguments

torch.manual_seed(77)
tok = AutoTokenizer.from_pretrained("checkpoints/dates")
net = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
data = load_dataset("data/dates")


class Collate:
    """Tokenizes on the fly."""

    def __call__(self, rows):
        source = tok([r["date"] for r in rows], padding=True, return_tensors="pt")
        target = tok(text_target=[r["code"] for r in rows], padding=True, return_tensors="pt")
        labels = target.input_ids.masked_fill(target.attention_mask == 0, -100)
        return {
            "input_ids": source.input_ids,
            "attention_mask": source.attention_mask,
            "decoder_input_ids": target.input_ids,
            "labels": labels,
        }


args = Seq2SeqTrainingArguments(
    "out/ginger",
    learning_rate=2e-3,
    num_train_epochs=8,
    per_device_train_batch_size=16,
    remove_unused_columns=False,
    logging_steps=30,
    save_strategy="no",
    report_to="none",
)
trainer = Seq2SeqTrainer(model=net, args=args, train_dataset=data["train"], eval_dataset=data["validation"],
                         data_collator=Collate())
trainer.train()
print("validation loss", trainer.evaluate()["eval_loss"])

net.eval()
test = data["test"]
right = 0
for start in range(0, len(test), 40):
    rows = test[start:start + 40]
    enc = tok(rows["date"], padding=True, return_tensors="pt")
    out = net.generate(enc.input_ids, attention_mask=enc.attention_mask, max_new_tokens=10)
    texts = tok.batch_decode(out, skip_special_tokens=True)
    right += sum(t.strip() == c for t, c in zip(texts, rows["code"]))
print("exact match on test", right / len(test), "e.g.", texts[:3])
