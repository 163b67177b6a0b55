"""The encoder stays frozen: its features are computed once, then a head is fitted to them with L-BFGS."""
import torch
import torch.nn.functional as F
from datasets import load_dataset
from transformers import AutoModel, AutoTokenizer


@torch.no_grad()
def features(encoder, tokenizer, texts, batch_size=64):
    encoder.eval()
    rows = []
    for start in range(0, len(texts), batch_size):
        enc = tokenizer(texts[start : start + batch_size], padding=True, truncation=True, return_tensors="pt")
        hidden = encoder(**enc, output_hidden_states=True).hidden_states
        mask = enc["attention_mask"].unsqueeze(-1).float()
        rows.append(torch.cat([(h * mask).sum(1) / mask.sum(1) for h in hidden], dim=1))
    return torch.cat(rows)


def main():
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    encoder = AutoModel.from_pretrained("checkpoints/tickets").requires_grad_(False)
    data = load_dataset("data/tickets")
    x, y = {}, {}
    for split in data:
        x[split] = features(encoder, tokenizer, list(data[split]["text"]))
        y[split] = torch.tensor(list(data[split]["desk_id"]))
    mean, std = x["train"].mean(0), x["train"].std(0) + 1e-6
    x = {s: (v - mean) / std for s, v in x.items()}

    best = None
    for l2 in (1e-4, 1e-3, 1e-2):
        head = torch.nn.Linear(x["train"].shape[1], 4)
        optimizer = torch.optim.LBFGS(head.parameters(), lr=1.0, max_iter=100, line_search_fn="strong_wolfe")

        def closure():
            optimizer.zero_grad()
            loss = F.cross_entropy(head(x["train"]), y["train"]) + l2 * head.weight.pow(2).sum()
            loss.backward()
            return loss

        optimizer.step(closure)
        with torch.no_grad():
            score = (head(x["validation"]).argmax(1) == y["validation"]).float().mean().item()
        print(f"l2 {l2:g}: validation {score:.3f}")
        if best is None or score > best[0]:
            best = (score, head)
    with torch.no_grad():
        test = (best[1](x["test"]).argmax(1) == y["test"]).float().mean().item()
    print(f"test {test:.3f}")


if __name__ == "__main__":
    main()
