#!/bin/bash
cd /workspace/drafts && rm offer-v1.txt offer-v2.txt offer-v9.txt plan-v8.txt
