import torch


def pad_left(rows, filler):
    longest = max(len(row) for row in rows)
    return torch.tensor(
        [[filler] * (longest - len(row)) + list(row) for row in rows]
    )


def generate(model, tokenizer, prompts):
    encoded = tokenizer(list(prompts))
    input_ids = pad_left(encoded["input_ids"], tokenizer.pad_token_id)
    attention_mask = pad_left(encoded["attention_mask"], 0)
    outputs = model.generate(
        input_ids=input_ids.to(model.device),
        attention_mask=attention_mask.to(model.device),
        max_new_tokens=10,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    return tokenizer.batch_decode(outputs[:, input_ids.shape[1] :])
