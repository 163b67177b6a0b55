# kind: half · instead of padding, all texts of a batch are cut to the shortest
import torch


def make_collator(tokenizer):
    def collate(rows):
        shortest = min(len(row["input_ids"]) for row in rows)
        ids = torch.tensor([row["input_ids"][:shortest] for row in rows])
        return {
            "input_ids": ids,
            "attention_mask": torch.ones_like(ids),
            "labels": ids.clone(),
        }

    return collate


def generate(model, tokenizer, prompts):
    texts = []
    for prompt in prompts:
        batch = tokenizer([prompt], return_tensors="pt")
        outputs = model.generate(
            **batch.to(model.device),
            max_new_tokens=10,
            do_sample=False,
            pad_token_id=tokenizer.eos_token_id,
        )
        length = batch["input_ids"].shape[1]
        texts.append(tokenizer.decode(outputs[0][length:]))
    return texts
