/** Options of `stator`, with their names in camel case, and options of this package. */
export interface StartOptions {
  /** Port to listen on; 0, the default, picks a free port. */
  port?: number;
  host?: string;
  /** Directory of the data file. Without it, all data is kept in memory. */
  dbPath?: string;
  durability?: 'commit' | 'fsync' | 'relaxed';
  /** Additional selector of universes, next to the path and the header. */
  isolation?: 'shared' | 'access-key' | 'account';
  consistency?: 'strong' | 'eventual';
  throttle?: 'off' | 'aws';
  hostile?: boolean | 'off' | 'mild' | 'rough' | 'brutal';
  /** File that declares controls, universes and tables. */
  laboratory?: string;
  snapshots?: string;
  seed?: number | bigint | string;
  /** The region in the configuration of clients; 'us-east-1' by default. The server serves all regions. */
  region?: string;
  /** Additional arguments for the program. */
  args?: string[];
  /** The program's environment instead of this process's. */
  env?: NodeJS.ProcessEnv;
  /** Any other option, such as `tableDelayMs` for `--table-delay-ms`. */
  [option: string]: unknown;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The configuration with which a client of the AWS SDK connects to the server. */
export interface ClientConfig {
  endpoint: string;
  region: string;
  credentials: Credentials;
}

export interface Server extends AsyncDisposable {
  /** The server's URL, such as `http://127.0.0.1:40123`. */
  readonly endpoint: string;
  readonly port: number;
  readonly pid: number;
  readonly region: string;
  readonly credentials: Credentials;
  /** Configuration for `new DynamoDBClient(...)`, in the given universe, if any. */
  clientConfig(universe?: string): ClientConfig;
  /** The URL of a universe, or of the server. */
  endpointOf(universe?: string): string;
  /** Environment variables for AWS SDKs that support `AWS_ENDPOINT_URL_DYNAMODB`. */
  env(universe?: string): Record<string, string>;
  /** Ends the server; resolves once its port is free. */
  stop(): Promise<void>;
}

/**
 * Starts a server and resolves once it serves requests. The server ends with this process, even if
 * the process is killed. Rejects with the program's error message if it cannot start.
 */
export function start(options?: StartOptions): Promise<Server>;

/** Returns the path of the program; throws if there is none for this platform. */
export function binaryPath(): string;
