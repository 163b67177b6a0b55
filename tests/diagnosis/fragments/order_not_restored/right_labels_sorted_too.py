class Tagger(nn.Module):
    def forward(self, tokens, lengths, labels):
        lengths, perm = torch.sort(lengths, descending=True)
        tokens = tokens[perm]
        labels = labels[perm]
        packed = pack_padded_sequence(self.embedding(tokens), lengths.cpu(), batch_first=True)
        _, (hidden, _) = self.lstm(packed)
        logits = self.classifier(hidden[-1])
        loss = F.cross_entropy(logits, labels)
        return loss
