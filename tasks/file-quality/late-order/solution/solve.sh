#!/bin/bash
cat >/workspace/letter.md <<'LETTER'
Dear Ms Holm,

I am sorry that your order A-4711 is late. The lamp that you chose is being made again, because the first one had a scratch.

Your order will arrive on 12 March 2026.
LETTER
