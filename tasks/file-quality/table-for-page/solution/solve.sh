#!/bin/bash
cd /workspace && sed 's/,/ | /; s/.*/| & |/; 1a | --- | --- |' today.csv >prices.md
