# text classification with pytorch, my own training loop
import json, time
import torch
from torch.utils.data import DataLoader, RandomSampler, SequentialSampler, TensorDataset
from transformers import DistilBertForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

def read(split):
    texts, labels = [], []
    for line in open("data/tickets/" + split + ".jsonl"):
        d = json.loads(line)
        texts.append(d["text"])
        labels.append(d["desk_id"])
    return texts, labels

def to_tensors(texts, labels):
    input_ids, attention_masks = [], []
    for t in texts:
        e = tokenizer(t, add_special_tokens=True, max_length=32, padding="max_length", truncation=True,
                      return_attention_mask=True, return_tensors="pt")
        input_ids.append(e["input_ids"])
        attention_masks.append(e["attention_mask"])
    return TensorDataset(torch.cat(input_ids), torch.cat(attention_masks), torch.tensor(labels))

def flat_accuracy(preds, labels):
    return (preds.argmax(dim=1) == labels).float().mean().item()

seed_val = 42
torch.manual_seed(seed_val)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
train_dataset = to_tensors(*read("train"))
val_dataset = to_tensors(*read("validation"))

batch_size = 16
train_dataloader = DataLoader(train_dataset, sampler=RandomSampler(train_dataset), batch_size=batch_size)
validation_dataloader = DataLoader(val_dataset, sampler=SequentialSampler(val_dataset), batch_size=batch_size)

model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, eps=1e-8)

epochs = 8
total_steps = len(train_dataloader) * epochs
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=0, num_training_steps=total_steps)

for epoch_i in range(epochs):
    print("======== Epoch {:} / {:} ========".format(epoch_i + 1, epochs))
    t0 = time.time()
    total_train_loss = 0
    model.train()

    for step, batch in enumerate(train_dataloader):
        b_input_ids, b_input_mask, b_labels = batch
        result = model(b_input_ids, attention_mask=b_input_mask, labels=b_labels, return_dict=True)
        loss = result.loss
        total_train_loss += loss.item()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        model.zero_grad()
        optimizer.step()
        scheduler.step()

    print("  average training loss: {0:.3f}  ({1:.1f} s)".format(total_train_loss / len(train_dataloader), time.time() - t0))

    model.eval()
    total_eval_accuracy = 0
    for batch in validation_dataloader:
        b_input_ids, b_input_mask, b_labels = batch
        with torch.no_grad():
            logits = model(b_input_ids, attention_mask=b_input_mask).logits
        total_eval_accuracy += flat_accuracy(logits, b_labels)
    print("  validation accuracy: {0:.3f}".format(total_eval_accuracy / len(validation_dataloader)))
