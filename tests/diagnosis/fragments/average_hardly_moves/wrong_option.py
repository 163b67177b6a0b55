parser.add_argument("--ema-decay", type=float, default=0.999)
args = parser.parse_args()
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(args.ema_decay))
