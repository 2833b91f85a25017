#!/usr/bin/env python3
"""boto3 without a socket. LIBSTATOR is the path of the library, if the loader does not find it."""

import boto3

from stator_library import Stator

with Stator({"freeze": "2026-01-01T00:00:00Z"}) as stator:
    session = boto3.Session("test", "test", region_name="us-east-1")
    dynamodb = session.resource("dynamodb")
    stator.attach(dynamodb.meta.client)

    music = dynamodb.create_table(
        TableName="Music",
        AttributeDefinitions=[{"AttributeName": "Artist", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "Artist", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    music.put_item(Item={"Artist": "Arooj Aftab", "Year": 2021})
    print(music.get_item(Key={"Artist": "Arooj Aftab"})["Item"]["Year"])
    print(stator.admin("GET", "/_stator/v1/clock").json()["now"])
