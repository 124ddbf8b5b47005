/** The connection to the server, which is opened again when it is lost. */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

export class Link {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  /** From the page's address; whoever started the server has it. */
  private readonly token: string;

  constructor(
    private readonly take: (message: ArrayBuffer) => void,
    private readonly change: (isOpen: boolean) => void,
  ) {
    this.token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
    this.open();
  }

  get mayCommand(): boolean {
    return this.token !== "";
  }

  send(command: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(command);
  }

  private open(): void {
    const query = this.token === "" ? "" : `?token=${encodeURIComponent(this.token)}`;
    const socket = new WebSocket(`ws://${location.host}/live${query}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.change(true);
    };
    socket.onmessage = (event) => {
      // Answers to commands begin with a parenthesis; everything else is binary.
      const bytes = event.data as ArrayBuffer;
      if (new Uint8Array(bytes)[0] !== 0x28) this.take(bytes);
    };
    socket.onclose = () => {
      this.change(false);
      setTimeout(() => {
        this.open();
      }, this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
    this.socket = socket;
  }
}
