# character level LSTM on the ticket texts
import json
import torch
import torch.nn as nn

torch.manual_seed(0)

with open("data/tickets/train.jsonl") as f:
    text = "\n".join(json.loads(line)["text"] for line in f)
text = text[:40000]
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
itos = {i: c for c, i in stoi.items()}
data = torch.tensor([stoi[c] for c in text])
print("characters:", len(text), "vocabulary:", len(chars))

batch_size = 20
seq_len = 50
hidden_size = 128
num_epochs = 6

# cut the text into batch_size parallel streams
n = data.size(0) // batch_size
data = data[: n * batch_size].view(batch_size, n)


class CharLSTM(nn.Module):
    def __init__(self, vocab_size, hidden_size):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, 32)
        self.lstm = nn.LSTM(32, hidden_size, batch_first=True)
        self.out = nn.Linear(hidden_size, vocab_size)

    def forward(self, x, state):
        h, state = self.lstm(self.embed(x), state)
        return self.out(h), state

    def init_state(self, batch_size):
        zeros = torch.zeros(1, batch_size, self.lstm.hidden_size)
        return zeros, zeros.clone()


model = CharLSTM(len(chars), hidden_size)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(num_epochs):
    model.train()
    state = model.init_state(batch_size)
    losses = []
    for i in range(0, n - seq_len - 1, seq_len):
        x = data[:, i : i + seq_len]
        y = data[:, i + 1 : i + 1 + seq_len]

        logits, state = model(x, state)
        loss = criterion(logits.reshape(-1, len(chars)), y.reshape(-1))

        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    mean = sum(losses) / len(losses)
    print(f"epoch {epoch + 1}/{num_epochs}  loss {mean:.3f}  perplexity {torch.exp(torch.tensor(mean)).item():.2f}")

# sample some text
model.eval()
with torch.no_grad():
    state = model.init_state(1)
    x = torch.tensor([[stoi["\n"]]])
    result = []
    for _ in range(200):
        logits, state = model(x, state)
        probs = torch.softmax(logits[0, -1] / 0.7, dim=-1)
        x = torch.multinomial(probs, 1).view(1, 1)
        result.append(itos[x.item()])
print("".join(result))
