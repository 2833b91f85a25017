// Lists the tables of $STATOR with the AWS SDK for Go, version 2.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

func main() {
	keys := aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{
			AccessKeyID:     os.Getenv("AWS_ACCESS_KEY_ID"),
			SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
			SessionToken:    os.Getenv("AWS_SESSION_TOKEN"),
		}, nil
	})
	client := dynamodb.New(dynamodb.Options{
		Region:           "eu-west-1",
		Credentials:      keys,
		EndpointResolver: dynamodb.EndpointResolverFromURL(os.Getenv("STATOR")),
		RetryMaxAttempts: 1,
	})
	said, err := client.ListTables(context.Background(), &dynamodb.ListTablesInput{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("TableNames", said.TableNames)
}
