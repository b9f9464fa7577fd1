#!/bin/bash
sed -E "s/^((password|token) = ).*/\1[hidden]/" /workspace/service.ini >/workspace/support.ini
