// Lists the tables of $STATOR with a request that the AWS SDK for Java, version 2, signs.
import java.net.URI;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

public class ListTables {
    public static void main(String[] arguments) {
        URI address = URI.create(System.getenv("STATOR"));
        try (DynamoDbClient client = DynamoDbClient.builder().endpointOverride(address).region(Region.EU_WEST_1).build()) {
            System.out.println("TableNames: " + client.listTables().tableNames());
        } catch (AwsServiceException error) {
            System.out.println(error.awsErrorDetails().errorMessage());
            System.exit(1);
        }
    }
}
