import json
import torch
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments

torch.manual_seed(5)

def read(split):
    texts, labels = [], []
    with open(f'data/tickets/{split}.jsonl') as f:
        for line in f:
            d = json.loads(line)
            texts.append(d['text'])
            labels.append(d['desk_id'])
    return texts, labels

train_texts, train_labels = read('train')
val_texts, val_labels = read('validation')

tokenizer = AutoTokenizer.from_pretrained('checkpoints/tickets')
train_encodings = tokenizer(train_texts, truncation=True, padding=True)
val_encodings = tokenizer(val_texts, truncation=True, padding=True)

class SupportDataset(torch.utils.data.Dataset):
    def __init__(self, encodings, labels):
        self.encodings = encodings
        self.labels = labels

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item['labels'] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)

train_dataset = SupportDataset(train_encodings, train_labels)
val_dataset = SupportDataset(val_encodings, val_labels)

training_args = TrainingArguments(
    output_dir='out/results',          # output directory
    num_train_epochs=3,                # total number of training epochs
    per_device_train_batch_size=32,    # batch size per device during training
    per_device_eval_batch_size=64,     # batch size for evaluation
    learning_rate=2e-3,
    warmup_steps=500,                  # number of warmup steps for learning rate scheduler
    weight_decay=0.01,                 # strength of weight decay
    logging_steps=10,
    save_strategy='no',
    report_to='none',
)

model = AutoModelForSequenceClassification.from_pretrained('checkpoints/tickets', num_labels=4)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=val_dataset,
    compute_metrics=lambda p: {'accuracy': (p.predictions.argmax(1) == p.label_ids).mean().item()},
)
trainer.train()
print(trainer.evaluate())
