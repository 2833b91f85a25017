# Lists the tables of $STATOR with a request that Ruby's aws-sigv4 signs.
require 'aws-sigv4'
require 'net/http'

address = URI(ENV.fetch('STATOR') + '/')
signer = Aws::Sigv4::Signer.new(
  service: 'dynamodb', region: 'eu-west-1', access_key_id: ENV.fetch('AWS_ACCESS_KEY_ID'),
  secret_access_key: ENV.fetch('AWS_SECRET_ACCESS_KEY'), session_token: ENV['AWS_SESSION_TOKEN']
)
body = '{"Limit":7}'
headers = { 'X-Amz-Target' => 'DynamoDB_20120810.ListTables', 'Content-Type' => 'application/x-amz-json-1.0' }
signature = signer.sign_request(http_method: 'POST', url: address.to_s, headers: headers, body: body)
request = Net::HTTP::Post.new(address, headers.merge(signature.headers))
request.body = body
puts Net::HTTP.start(address.host, address.port) { |http| http.request(request) }.body
