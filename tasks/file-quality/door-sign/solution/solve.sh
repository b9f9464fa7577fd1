#!/bin/bash
echo 'On Saturdays we are open from 9:30 to 13:45.' >/workspace/sign.md
