import json
import torch
from transformers import (AutoTokenizer, GPT2LMHeadModel, Trainer, TrainingArguments,
                          DataCollatorForLanguageModeling, set_seed)

set_seed(8)
CKPT = 'checkpoints/steps'

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.add_special_tokens({'pad_token': '<pad>'})
model = GPT2LMHeadModel.from_pretrained(CKPT)
model.resize_token_embeddings(len(tokenizer))
model.config.pad_token_id = tokenizer.pad_token_id


class StepsData(torch.utils.data.Dataset):
    def __init__(self, path):
        self.rows = [json.loads(l) for l in open(path)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        r = self.rows[i]
        return tokenizer(r['prompt'] + ' ' + r['steps'] + tokenizer.eos_token)


train_data = StepsData('data/steps/train.jsonl')
dev_data = StepsData('data/steps/validation.jsonl')
print(train_data.rows[0], train_data[0])

args = TrainingArguments(
    output_dir='out/oa14',
    num_train_epochs=15,
    learning_rate=3e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    lr_scheduler_type='cosine',
    warmup_ratio=0.05,
    logging_steps=60,
    eval_strategy='epoch',
    save_strategy='no',
    report_to='none',
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_data,
    eval_dataset=dev_data,
    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
)
trainer.train()
print(trainer.evaluate())

# now let it write the steps for the held-out prompts, 32 at a time
model.eval()
n_right = 0
for start in range(0, len(dev_data), 32):
    rows = dev_data.rows[start:start + 32]
    enc = tokenizer([r['prompt'] for r in rows], padding=True, return_tensors='pt')
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
    new = out[:, enc['input_ids'].shape[1]:]
    texts = tokenizer.batch_decode(new, skip_special_tokens=True)
    for r, t in zip(rows, texts):
        n_right += t.strip() == r['steps']
    if start == 0:
        for r, t in list(zip(rows, texts))[:8]:
            print(r['prompt'], '|', t, '| want:', r['steps'])
print('right:', n_right, 'of', len(dev_data))
