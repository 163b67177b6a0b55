from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(2)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
sst = load_dataset("data/glue", "sst2")
sst = sst.map(lambda x: tokenizer(x["sentence"], truncation=True, max_length=40), batched=True)
sst = sst.remove_columns(["sentence", "idx"])

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def acc(p):
    return {"accuracy": (p.predictions.argmax(1) == p.label_ids).mean().item()}


def train(stage, lr, epochs):
    trainable = sum(p.numel() for p in model.parameters() if p.requires_grad)
    print(f"== {stage}: {trainable:,} trainable of {model.num_parameters():,}")
    args = TrainingArguments(output_dir=f"out/od11/{stage}", learning_rate=lr, num_train_epochs=epochs,
                             per_device_train_batch_size=32, per_device_eval_batch_size=96, logging_steps=25,
                             save_strategy="no", report_to="none", warmup_ratio=0.1)
    # a new Trainer per stage, so that its optimizer holds what is trainable in that stage
    trainer = Trainer(model=model, args=args, train_dataset=sst["train"], eval_dataset=sst["validation"],
                      processing_class=tokenizer, compute_metrics=acc)
    trainer.train()
    print(stage, trainer.evaluate())


model.bert.requires_grad_(False)
model.bert.pooler.requires_grad_(True)
train("head", lr=2e-3, epochs=1)

model.requires_grad_(True)
model.bert.embeddings.requires_grad_(False)   # the embeddings stay as they are
train("encoder", lr=4e-4, epochs=3)
