#!/bin/sh
touch 
cat
