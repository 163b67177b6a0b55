model.eval
with torch.no_grad():
    for batch in validation:
        hits += (model(**batch).logits.argmax(-1) == batch["labels"]).sum().item()
