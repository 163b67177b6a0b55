import shutil

import numpy as np
import torch
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

MODEL_NAME = 'checkpoints/tickets'
OUT = 'out/quartz'
shutil.rmtree(OUT, ignore_errors=True)
torch.manual_seed(2024)

tok = AutoTokenizer.from_pretrained(MODEL_NAME)
ds = load_dataset('json', data_files={'train': 'data/tickets/train.jsonl', 'val': 'data/tickets/validation.jsonl',
                                      'test': 'data/tickets/test.jsonl'})
ds = ds.rename_column('desk_id', 'label')
ds = ds.map(lambda b: tok(b['text'], truncation=True, padding='max_length', max_length=32), batched=True)
ds = ds.remove_columns(['text', 'desk'])

model = AutoModelForSequenceClassification.from_pretrained(MODEL_NAME, num_labels=4)

args = TrainingArguments(
    output_dir=OUT,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=32,
    num_train_epochs=10,
    learning_rate=1e-3,
    warmup_steps=30,
    eval_strategy='epoch',
    save_strategy='epoch',
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model='accuracy',
    greater_is_better=False,
    report_to='none',
)


def accuracy(p):
    return {'accuracy': float(np.mean(np.argmax(p.predictions, axis=1) == p.label_ids))}


trainer = Trainer(model=model, args=args, train_dataset=ds['train'], eval_dataset=ds['val'], compute_metrics=accuracy)
trainer.train()

print('best checkpoint:', trainer.state.best_model_checkpoint)
out = trainer.predict(ds['test'])
print('test accuracy:', out.metrics['test_accuracy'])
