#!/bin/bash
cp /workspace/backups/settings-2026-02-11.ini.bak /workspace/settings.ini
