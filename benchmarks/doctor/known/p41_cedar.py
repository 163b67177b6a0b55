import math

import numpy as np
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from tqdm import tqdm
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, get_scheduler

torch.manual_seed(0)
accelerator = Accelerator()

model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
raw_datasets = load_dataset("data/dates")
processed = raw_datasets.map(lambda b: tokenizer(b["date"], text_target=b["code"]), batched=True,
                             remove_columns=raw_datasets["train"].column_names)

data_collator = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100)
train_dataloader = DataLoader(processed["train"], shuffle=True, collate_fn=data_collator, batch_size=16)
eval_dataloader = DataLoader(processed["validation"], collate_fn=data_collator, batch_size=40)

optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
model, optimizer, train_dataloader, eval_dataloader = accelerator.prepare(
    model, optimizer, train_dataloader, eval_dataloader
)

num_train_epochs = 6
num_update_steps_per_epoch = len(train_dataloader)
lr_scheduler = get_scheduler(
    name="linear",
    optimizer=optimizer,
    num_warmup_steps=0,
    num_training_steps=num_train_epochs,
)

for epoch in range(num_train_epochs):
    model.train()
    for batch in tqdm(train_dataloader, disable=not accelerator.is_local_main_process):
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()

    model.eval()
    same = []
    for batch in eval_dataloader:
        with torch.no_grad():
            generated = accelerator.unwrap_model(model).generate(
                batch["input_ids"], attention_mask=batch["attention_mask"], max_new_tokens=10
            )
        generated = accelerator.pad_across_processes(generated, dim=1, pad_index=tokenizer.pad_token_id)
        labels = accelerator.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
        generated, labels = accelerator.gather_for_metrics((generated, labels))
        labels = np.where(labels.cpu().numpy() == -100, tokenizer.pad_token_id, labels.cpu().numpy())
        a = tokenizer.batch_decode(generated, skip_special_tokens=True)
        b = tokenizer.batch_decode(labels, skip_special_tokens=True)
        same += [x.strip() == y.strip() for x, y in zip(a, b)]
    print(f"epoch {epoch}, train loss {loss.item():.3f} (perplexity {math.exp(min(loss.item(), 20)):.2f}), exact {np.mean(same):.3f}")
