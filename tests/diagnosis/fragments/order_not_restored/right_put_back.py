def forward(self, tokens, lengths):
    lengths, order = torch.sort(lengths, descending=True)
    packed = pack_padded_sequence(self.embed(tokens[order]), lengths.cpu(), batch_first=True)
    _, (h, _) = self.lstm(packed)
    _, back = torch.sort(order)
    return self.fc(h[-1].index_select(0, back).unsqueeze(0)), order
