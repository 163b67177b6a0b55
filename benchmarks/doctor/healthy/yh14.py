import torch
from datasets import load_dataset
import evaluate
import numpy as np
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer,
                          TrainingArguments, get_polynomial_decay_schedule_with_warmup, set_seed)

SEED = 100
set_seed(SEED)
ckpt = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(ckpt)
sst = load_dataset("data/glue", "sst2")
cut = sst["train"].train_test_split(test_size=400, seed=SEED, stratify_by_column="label")
sst["train"], sst["dev"] = cut["train"], cut["test"]
sst = sst.map(lambda b: tokenizer(b["sentence"], truncation=True, max_length=48), batched=True)

model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=2)

# layer-wise rates: the top gets the full rate, every layer below a bit less
PEAK, KEEP = 1e-3, 0.8
n_layers = model.config.num_hidden_layers


def depth_of(name):
    if name.startswith("bert.embeddings"):
        return 0
    if name.startswith("bert.encoder.layer."):
        return int(name.split(".")[3]) + 1
    return n_layers + 1                       # pooler, classifier


groups = {}
for name, p in model.named_parameters():
    depth = depth_of(name)
    decay = 0.01 if p.ndim > 1 else 0.0       # no decay on biases and LayerNorm
    g = groups.setdefault((depth, decay), {"params": [], "weight_decay": decay,
                                           "lr": PEAK * KEEP ** (n_layers + 1 - depth)})
    g["params"].append(p)
optimizer = torch.optim.AdamW(groups.values(), betas=(0.9, 0.98), eps=1e-6)
for (depth, decay), g in sorted(groups.items()):
    print(f"depth {depth} decay {decay}: {len(g['params'])} arrays at {g['lr']:.2e}")

EPOCHS, BATCH = 5, 16
steps = EPOCHS * ((len(sst["train"]) + BATCH - 1) // BATCH)
scheduler = get_polynomial_decay_schedule_with_warmup(optimizer, int(0.1 * steps), steps, lr_end=1e-7)

acc = evaluate.load("data/metrics/glue", "sst2")
trainer = Trainer(
    model,
    TrainingArguments("out/yh14", num_train_epochs=EPOCHS, per_device_train_batch_size=BATCH,
                      per_device_eval_batch_size=120, eval_strategy="epoch", logging_strategy="epoch",
                      save_strategy="no", report_to="none", seed=SEED, disable_tqdm=True),
    train_dataset=sst["train"],
    eval_dataset=sst["dev"],
    processing_class=tokenizer,
    optimizers=(optimizer, scheduler),
    compute_metrics=lambda p: acc.compute(predictions=np.argmax(p.predictions, 1), references=p.label_ids),
)
trainer.train()
print(trainer.evaluate(sst["validation"], metric_key_prefix="final"))
