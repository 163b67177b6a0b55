"""Sentence embeddings for a tiny search engine: contrastive training, then nearest neighbour."""
import itertools
import random

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

SEED = 17
VERBS = [("buy", "purchase"), ("sell", "vend"), ("fix", "repair"), ("wash", "clean"), ("paint", "colour"), ("rent", "hire"), ("find", "locate"), ("lift", "raise")]
THINGS = [("car", "automobile"), ("bike", "bicycle"), ("sofa", "couch"), ("phone", "mobile"), ("house", "home"), ("shirt", "blouse"), ("boat", "ship"), ("stove", "cooker")]
WHENS = [("today", "now"), ("soon", "shortly"), ("later", "afterwards"), ("daily", "everyday"), ("rarely", "seldom"), ("often", "frequently"), ("tonight", "evening"), ("never", "nowhen")]
FILL = "well you know i would really like to say that maybe we could perhaps just kindly".split()


def phrase(meaning, which, fillers, rng):
    words = [pair[which] for pair in meaning]
    for _ in range(fillers):
        words.insert(rng.randrange(len(words) + 1), rng.choice(FILL))
    return " ".join(words)


def dataset(rng):
    meanings = list(itertools.product(VERBS, THINGS, WHENS))
    rng.shuffle(meanings)
    rows = [(phrase(m, 0, rng.randint(0, 2), rng), phrase(m, 1, rng.randint(0, 14), rng)) for m in meanings]
    return rows[:400], rows[400:]


def make_tokenizer(rows):
    vocab = ["[PAD]", "[UNK]"] + sorted({w for r in rows for s in r for w in s.split()})
    core = Tokenizer(models.WordLevel({w: i for i, w in enumerate(vocab)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]",
                                   model_input_names=["input_ids", "attention_mask"])


class SentenceEncoder(torch.nn.Module):
    def __init__(self, tokenizer, width=64):
        super().__init__()
        self.tokenizer = tokenizer
        self.bert = BertModel(BertConfig(vocab_size=len(tokenizer), hidden_size=width, num_hidden_layers=2,
                                         num_attention_heads=4, intermediate_size=2 * width,
                                         max_position_embeddings=32, pad_token_id=tokenizer.pad_token_id),
                              add_pooling_layer=False)

    def forward(self, sentences):
        enc = self.tokenizer(sentences, padding=True, truncation=True, max_length=32, return_tensors="pt")
        out = self.bert(**enc)
        vectors = out.last_hidden_state.mean(dim=1)
        return F.normalize(vectors, dim=-1)


def hits_at_one(encoder, rows, size=16):
    encoder.eval()
    with torch.no_grad():
        queries = torch.cat([encoder([a for a, _ in rows[i:i + size]]) for i in range(0, len(rows), size)])
        docs = torch.cat([encoder([b for _, b in rows[i:i + size]]) for i in range(0, len(rows), size)])
    return ((queries @ docs.T).argmax(1) == torch.arange(len(rows))).float().mean().item()


def main(epochs=15, size=40, temperature=0.07):
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    train, test = dataset(rng)
    encoder = SentenceEncoder(make_tokenizer(train))
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=1e-3)
    for epoch in range(epochs):
        encoder.train()
        rng.shuffle(train)
        total = 0.0
        for i in range(0, len(train), size):
            part = train[i:i + size]
            left, right = encoder([a for a, _ in part]), encoder([b for _, b in part])
            scores = left @ right.T / temperature
            loss = F.cross_entropy(scores, torch.arange(len(part)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch:2d} loss {total / (len(train) // size):.3f} hits@1 {hits_at_one(encoder, test):.3f}")

    # one short question in the index, alone and in company
    with torch.no_grad():
        short, long = test[0][0], max((b for _, b in test), key=len)
        alone, company = encoder([short])[0], encoder([short, long])[0]
    print("similarity of a sentence with itself:", round(float(alone @ company), 4))


if __name__ == "__main__":
    main()
