import json
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, get_scheduler

SAVE_TO = "out/od32"


def features(split, tok):
    items = []
    for line in open(f"data/dates/{split}.jsonl"):
        r = json.loads(line)
        e = tok(r["date"], text_target=r["code"])
        items.append({"input_ids": e["input_ids"], "attention_mask": e["attention_mask"], "labels": e["labels"]})
    return items


@torch.no_grad()
def exact_match(model, loader, tok, accelerator):
    model.eval()
    good = total = 0
    for batch in loader:
        gen = accelerator.unwrap_model(model).generate(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], max_new_tokens=10, num_beams=2)
        gen = accelerator.pad_across_processes(gen, dim=1, pad_index=tok.pad_token_id)
        labels = accelerator.pad_across_processes(batch["labels"], dim=1, pad_index=-100)
        gen, labels = accelerator.gather_for_metrics((gen, labels))
        labels = labels.masked_fill(labels == -100, tok.pad_token_id)
        a = tok.batch_decode(gen, skip_special_tokens=True)
        b = tok.batch_decode(labels, skip_special_tokens=True)
        good += sum(x.strip() == y.strip() for x, y in zip(a, b))
        total += len(b)
    return good / total


def main(epochs=25, lr=2e-3):
    set_seed(5)
    accelerator = Accelerator()
    tok = AutoTokenizer.from_pretrained("checkpoints/dates")
    model = AutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
    collator = DataCollatorForSeq2Seq(tok, model=model)
    loaders = [DataLoader(features(s, tok), batch_size=16 if s == "train" else 80, shuffle=s == "train",
                          collate_fn=collator) for s in ("train", "validation", "test")]
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.0)
    model, optimizer, *loaders = accelerator.prepare(model, optimizer, *loaders)
    train_dl, val_dl, test_dl = loaders
    scheduler = get_scheduler("linear", optimizer, 50, epochs * len(train_dl))

    best = -1.0
    for epoch in range(1, epochs + 1):
        model.train()
        for batch in train_dl:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        if epoch % 5 == 0:
            score = exact_match(model, val_dl, tok, accelerator)
            accelerator.print(f"epoch {epoch} loss {loss.item():.4f} validation exact {score:.3f}")
            if score > best:
                best = score
                accelerator.wait_for_everyone()
                accelerator.unwrap_model(model).save_pretrained(
                    SAVE_TO, is_main_process=accelerator.is_main_process, save_function=accelerator.save)
                if accelerator.is_main_process:
                    tok.save_pretrained(SAVE_TO)

    saved = AutoModelForSeq2SeqLM.from_pretrained(SAVE_TO).to(accelerator.device)
    accelerator.print("test exact, best saved model:", exact_match(saved, test_dl, AutoTokenizer.from_pretrained(SAVE_TO), accelerator))


if __name__ == "__main__":
    main()
